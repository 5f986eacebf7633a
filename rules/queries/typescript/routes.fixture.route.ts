// route: nextjs http post ->POST in POST
export async function POST(request: Request) {
  return Response.json({});
}
