export function delegateTask(task: string) { // expect: sub-agent
  return task;
}

export function declareTask(task: string) { // ok: sub-agent
  return task;
}
