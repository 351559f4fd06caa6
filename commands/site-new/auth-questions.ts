import type { SiteAnswers } from "./answers.ts";
import type { Question } from "./interview.ts";
import { wordsIn } from "./rule-questions.ts";

type TokenAuth = Extract<SiteAnswers["auth"], { scheme: "jwt" }>;

const exampleTokenAuth: TokenAuth = {
  scheme: "jwt",
  issuer: "https://id.example.org",
  audience: "warehouse",
  jwks: "https://id.example.org/keys",
  requiredClaims: {},
  nameClaims: ["sub"],
  allowed: false,
  signIn: false,
};

const auths: Readonly<Record<string, SiteAnswers["auth"]>> = {
  apiKey: { scheme: "apiKey", keys: ["scanner-1"], allowed: false },
  jwt: exampleTokenAuth,
  iam: { scheme: "iam", allowed: false },
  none: { scheme: "none" },
};

const tokenAuthIn = ({ auth }: SiteAnswers): TokenAuth =>
  auth.scheme === "jwt" ? auth : exampleTokenAuth;

/** Parses claims in a text such as "token_use=access, tenant=7". */
const claimsFrom = (text: string) => {
  const pairs = text
    .split(",")
    .map((pair) => pair.trim())
    .filter((pair) => pair !== "")
    .map((pair) => /^([^=]+)=(.+)$/.exec(pair)?.slice(1) ?? []);
  if (pairs.some(({ length }) => length === 0))
    throw new Error("must be name=value, joined by commas");
  return Object.fromEntries(pairs) as Record<string, string>;
};

type TokenQuestion = Omit<Question, "id" | "isAsked" | "paths" | "put">;

const askToken = (
  path: keyof TokenAuth,
  question: TokenQuestion,
  valueFrom: (text: string) => unknown = (text) => text,
): Question => ({
  ...question,
  id: `auth.${path}`,
  paths: [`auth.${path}`],
  isAsked: ({ given }) => given.auth === "jwt",
  put: (text, { answers }) => ({
    ...answers,
    auth: { ...tokenAuthIn(answers), [path]: valueFrom(text) },
  }),
});

/** The questions about how callers authenticate. */
export const authQuestions: readonly Question[] = [
  {
    id: "auth",
    message: "How do callers identify themselves? Choose tokens for a live site, keys for a trial.",
    choices: () => [
      ["apiKey", "API keys: each device or person has a fixed key in API Gateway"],
      ["jwt", "Tokens: your identity provider signs them, and they expire"],
      ["iam", "IAM: AWS credentials sign each request"],
      ["none", "No credentials: only on a laptop"],
    ],
    put: (text, { answers }) => ({ ...answers, auth: auths[text] ?? answers.auth }),
  },
  askToken("issuer", {
    message: "The issuer: the address in the claim iss of a token",
    example: "https://id.example.org",
  }),
  askToken("audience", {
    message: "The audience: the claim aud of a token for this service",
    example: "warehouse",
  }),
  askToken("jwks", {
    message: "The address of the issuer's public keys (JWKS)",
    example: "https://id.example.org/keys",
    proposal: ({ answers }) =>
      `${tokenAuthIn(answers).issuer.replace(/\/$/, "")}/.well-known/jwks.json`,
  }),
  askToken(
    "nameClaims",
    {
      message: "The claims with the caller's name. The service uses the first that a token has.",
      ...{ example: "device, sub", proposal: () => "sub" },
    },
    wordsIn,
  ),
  askToken(
    "requiredClaims",
    {
      message: "Claims that a token must have, if any. Amazon Cognito needs token_use=access.",
      ...{ example: "token_use=access", isOptional: true },
    },
    claimsFrom,
  ),
];
