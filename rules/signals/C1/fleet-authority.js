const { S3Client } = require('@aws-sdk/client-s3'); // expect: fleet-authority
const path = require('path'); // ok: fleet-authority
