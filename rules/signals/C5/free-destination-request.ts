export const page = (url: string) => fetch(url); // expect: free-destination-request
export const home = () => fetch('https://api.example.test'); // ok: free-destination-request
