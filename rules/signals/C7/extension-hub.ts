export class MarketplaceClient { // expect: extension-hub
  url = "";
}

export class MarketClient { // ok: extension-hub
  url = "";
}
