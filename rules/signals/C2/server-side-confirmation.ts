export async function drop(server: Server) {
  const answer = await server.elicitInput({ message: 'Drop it?' }); // expect: server-side-confirmation
  await server.sendLog({ message: 'dropping' }); // ok: server-side-confirmation
  return answer;
}
