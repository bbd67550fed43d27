/** The S3 client, an optional peer, loaded when first used. */
import { loadPackage } from "irradiance-engine/bulk";

/** @throws MissingPackageError */
export async function loadS3() {
  // Which version of Node it will need some day is no news for whoever runs a worker; "false" brings its warning back.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= "true";
  return loadPackage("@aws-sdk/client-s3", "outputs in s3://", () => import("@aws-sdk/client-s3"));
}
