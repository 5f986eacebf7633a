import { VM } from "vm2"; // expect: restricted-evaluation
import vm from "node:vm"; // ok: restricted-evaluation
import vmware from "vmware"; // ok: restricted-evaluation

export { VM, vm, vmware };
