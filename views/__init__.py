"""The pages: Streamlit widgets in, settings out, drawings on screen. No mathematics here."""
