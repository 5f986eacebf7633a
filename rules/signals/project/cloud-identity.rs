use kube::Client; // expect: cloud-identity
use cube::Client; // ok: cloud-identity
