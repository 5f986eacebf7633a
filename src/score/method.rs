//! What the method says about each criterion: name, question, OWASP labels, and which rules apply to it.

use crate::rubric::CriterionId;

/// The fixed texts of one criterion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CriterionText {
    pub name: &'static str,
    /// The question that the criterion answers, in this project's words.
    pub question: &'static str,
    /// Labels of the OWASP lists for agentic applications and LLM applications, the most telling first.
    pub owasp: &'static [&'static str],
}

/// Criteria that may be structurally absent, whole or in single parameters.
pub const ABSENCE_ALLOWED: [CriterionId; 5] =
    [CriterionId::C2, CriterionId::C3, CriterionId::C4, CriterionId::C6, CriterionId::C7];

/// Criteria whose default mechanism is a critical gap when its B is at L0.
pub const B_AT_L0_IS_CRITICAL: [CriterionId; 4] = [CriterionId::C1, CriterionId::C4, CriterionId::C5, CriterionId::C7];

pub fn criterion_text(id: CriterionId) -> CriterionText {
    let (name, question, owasp): (_, _, &[&str]) = match id {
        CriterionId::C1 => (
            "Identity & least privilege",
            "With whose authority does the agent act, and how far is it narrowed to the task at hand?",
            &["ASI03", "T3", "T9"],
        ),
        CriterionId::C2 => (
            "Approval gates",
            "Which consequential actions wait for a human, and does that human see exactly what will run?",
            &["ASI09", "ASI02", "T10", "T15"],
        ),
        CriterionId::C3 => (
            "Tool & action scoping",
            "How tightly does code bound what each tool can be asked to do?",
            &["ASI02", "T2", "LLM06"],
        ),
        CriterionId::C4 => (
            "Code-execution isolation",
            "What separates code that the model steers from the host it runs on?",
            &["ASI05", "T11", "LLM05"],
        ),
        CriterionId::C5 => (
            "Untrusted input blast radius",
            "What can content that nobody vouches for make the agent do?",
            &["ASI01", "ASI09", "ASI07", "T6", "T12", "T15", "LLM01"],
        ),
        CriterionId::C6 => (
            "Memory, context & configuration integrity",
            "Who can change what the agent remembers, is told, or is configured with, and does it last?",
            &["ASI06", "T1", "T5", "LLM04", "LLM08"],
        ),
        CriterionId::C7 => (
            "Third-party extensions",
            "How are plugins, servers, models and packages of others chosen, verified and confined?",
            &["ASI04", "T17", "LLM03"],
        ),
        CriterionId::C8 => (
            "Secrets & sensitive-data protection",
            "Where do keys and private data lie, and on which ways out are they kept back?",
            &["ASI03", "LLM02", "T9"],
        ),
        CriterionId::C9 => (
            "Audit & traceability",
            "Could someone later tell what the agent did, for whom, and trust that record?",
            &["T8", "ASI10"],
        ),
        CriterionId::C10 => (
            "Limits & kill switch",
            "What stops an agent that runs too long, too often or in the wrong direction?",
            &["ASI08", "ASI10", "T4", "LLM10"],
        ),
    };
    CriterionText { name, question, owasp }
}
