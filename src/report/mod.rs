//! Renderers. They take a finished card; nothing here analyses.
