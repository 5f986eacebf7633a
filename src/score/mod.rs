//! The arithmetic of the method, in whole thousandths. Pure.
