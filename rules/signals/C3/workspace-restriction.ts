export const desk = {
  workspaceOnly: true, // expect: workspace-restriction
  windowOnly: true, // ok: workspace-restriction
};
