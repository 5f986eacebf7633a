import vm from "node:vm"; // expect: restricted-evaluation
import vmware from "vmware"; // ok: restricted-evaluation

export { vm, vmware };
