"""What starts from an `Expansion`: pre-images, reduced sets, gradients and influence."""
