import { work } from "./agent.js";

const task = process.argv.slice(2).join(" ");
if (!task) {
  console.error("usage: clerk TASK");
  process.exit(2);
}
console.log(await work(task));
