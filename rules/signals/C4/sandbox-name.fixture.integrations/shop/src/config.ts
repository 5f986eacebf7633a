export class ShopConfig {
  sandbox = false; // ok: sandbox-name
  key = this.sandbox ? "a" : "b";
}
