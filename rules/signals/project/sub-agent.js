function runSubagent(task) { // expect: sub-agent
  return task;
}

function runSubtitle(task) { // ok: sub-agent
  return task;
}

module.exports = { runSubagent, runSubtitle };
