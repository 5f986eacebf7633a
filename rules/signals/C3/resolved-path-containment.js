const path = require('path');

function inside(root, name) {
  const target = path.resolve(root, name);
  return !path.relative(root, target).startsWith('..'); // expect: resolved-path-containment
}
function join(root, name) {
  return path.join(root, name); // ok: resolved-path-containment
}
module.exports = { inside, join };
