//! Bands of the total.

use super::Tenths;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Band {
    Minimal,
    Moderate,
    Strong,
    Hardened,
}

impl Band {
    /// From 8.5 hardened, from 7.0 strong, from 5.0 moderate.
    pub fn of(total: Tenths) -> Self {
        match total.0 {
            85.. => Self::Hardened,
            70.. => Self::Strong,
            50.. => Self::Moderate,
            _ => Self::Minimal,
        }
    }

    /// The id that entries carry; the lowest one is `weak`.
    pub fn id(self) -> &'static str {
        match self {
            Self::Hardened => "hardened",
            Self::Strong => "strong",
            Self::Moderate => "moderate",
            Self::Minimal => "weak",
        }
    }

    pub fn label(self) -> &'static str {
        match self {
            Self::Hardened => "Hardened",
            Self::Strong => "Strong",
            Self::Moderate => "Moderate",
            Self::Minimal => "Minimal",
        }
    }

    pub fn color(self) -> &'static str {
        match self {
            Self::Hardened | Self::Strong => "green",
            Self::Moderate => "amber",
            Self::Minimal => "red",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges() {
        for (tenths, label) in [
            (100, "Hardened"),
            (85, "Hardened"),
            (84, "Strong"),
            (70, "Strong"),
            (69, "Moderate"),
            (50, "Moderate"),
            (49, "Minimal"),
            (0, "Minimal"),
        ] {
            assert_eq!(Band::of(Tenths(tenths)).label(), label);
        }
    }
}
