const HOSTS = { live: "https://api.shop.example", trial: "https://sandbox.shop.example" };

export class Shop {
  sandbox = false; // ok: sandbox-name
  address() { return this.sandbox ? HOSTS.trial : HOSTS.live; }
}
