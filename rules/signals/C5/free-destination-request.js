module.exports.page = (url) => fetch(url); // expect: free-destination-request
module.exports.home = () => fetch('https://api.example.test'); // ok: free-destination-request
