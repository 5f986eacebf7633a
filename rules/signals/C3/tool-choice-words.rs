// expect: tool-choice-words
const TOOL_FILTER: &str = "cup";
// ok: tool-choice-words
const KETTLE: &str = "cup";
