export const page = (url: string) => fetch(url); // expect: content-reader
export const size = (text: string) => measure(text); // ok: content-reader
