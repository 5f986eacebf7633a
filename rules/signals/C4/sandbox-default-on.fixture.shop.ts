const HOSTS = { live: "https://api.shop.example", trial: "https://sandbox.shop.example" };

export class Shop {
  sandbox = true; // ok: sandbox-default-on
  address() { return this.sandbox ? HOSTS.trial : HOSTS.live; }
}
