/* expect: tool-choice-words */
int cup_tool_profile = 1;
/* ok: tool-choice-words */
int kettle = 2;
