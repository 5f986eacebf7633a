console.error("Executing tool", name); // expect: action-log
console.error("Server ready"); // ok: action-log
console.error("Error in tool call", error); // ok: action-log
console.log("Unsubscribed from tool call channel"); // ok: action-log
logger.info("tool call:", properties); // expect: action-log

desk.afterDialogAction(step); // ok: action-log
desk.replaceCatalogTools(tools); // ok: action-log
