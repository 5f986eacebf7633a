// expect: interface-file
export {};
