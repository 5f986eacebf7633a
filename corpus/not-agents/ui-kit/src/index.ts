export { Button } from "./Button.js";
export { Dialog } from "./Dialog.js";
export { Combobox } from "./Combobox.js";
export { useControlled } from "./useControlled.js";
