export class ShopConfig {
  sandbox = false; // ok: sandbox-default-off
  key = this.sandbox ? "a" : "b";
}
