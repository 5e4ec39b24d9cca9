"""Pages in Streamlit: widgets made of declared settings, bounded work, frames over a socket."""
