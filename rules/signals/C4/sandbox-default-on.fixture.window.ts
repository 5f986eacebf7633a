import { BrowserWindow } from "electron";

const window = new BrowserWindow({ webPreferences: { sandbox: true } }); // ok: sandbox-default-on
export default window;
