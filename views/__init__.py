"""The pages: Streamlit widgets in, settings out, drawings on screen. No mathematics here."""

import datasets

if not hasattr(datasets, "DATASETS"):
    raise ImportError(
        f"The imported package 'datasets' is the one at {datasets.__file__}, not the explorer's "
        "own. Hugging Face's library has the same name: start the app from the checkout in an "
        "environment without it (`make app` builds one)."
    )
