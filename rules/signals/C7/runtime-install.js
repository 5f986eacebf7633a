const { execSync } = require("child_process");

function ensure() {
  execSync("npm install left-pad"); // expect: runtime-install
}

function version() {
  execSync("npm --version"); // ok: runtime-install
}

module.exports = { ensure, version };
