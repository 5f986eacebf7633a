import express from "express"; // expect: http-server
import espresso from "espresso"; // ok: http-server

export { express, espresso };
