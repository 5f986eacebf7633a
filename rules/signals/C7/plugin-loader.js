function loadExtensions(folder) { // expect: plugin-loader
  return folder;
}

function loadPages(folder) { // ok: plugin-loader
  return folder;
}

module.exports = { loadExtensions, loadPages };
