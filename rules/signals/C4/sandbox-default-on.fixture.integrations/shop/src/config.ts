export class ShopConfig {
  sandbox = true; // ok: sandbox-default-on
  key = this.sandbox ? "a" : "b";
}
