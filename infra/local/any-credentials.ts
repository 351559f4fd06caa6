/**
 * Sets credentials, unless there are some: DynamoDB on this machine takes any, but the SDK sends no request without them. A profile would
 * win over them, and may ask for a login.
 */
export const takeAnyCredentials = ({ profile = false } = {}): void => {
  const { env } = process;
  if (!profile) delete env.AWS_PROFILE;
  env.AWS_REGION ||= "us-east-1";
  env.AWS_ACCESS_KEY_ID ||= "local";
  env.AWS_SECRET_ACCESS_KEY ||= "local";
};
