"""What carries pages to browsers. A page knows none of them."""
