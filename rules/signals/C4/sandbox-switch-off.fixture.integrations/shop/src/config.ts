export class ShopConfig {
  sandbox = false; // ok: sandbox-switch-off
  key = this.sandbox ? "a" : "b";
}
