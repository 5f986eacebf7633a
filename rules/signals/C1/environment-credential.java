class Desk {
  String token = System.getenv("SHELF_API_KEY"); // expect: environment-credential
  String mode = System.getenv("SHELF_MODE"); // ok: environment-credential
}
