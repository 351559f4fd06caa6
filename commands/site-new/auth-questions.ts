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

const putTokens =
  (change: (text: string) => Partial<TokenAuth>): Question["put"] =>
  (text, { answers }) => ({ ...answers, auth: { ...tokenAuthIn(answers), ...change(text) } });

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

const tokenQuestions: readonly Omit<Question, "id" | "isAsked">[] = [
  {
    message: "The issuer: the address in the claim iss of a token",
    ...{ example: "https://id.example.org", paths: ["auth.issuer"] },
    put: putTokens((issuer) => ({ issuer })),
  },
  {
    message: "The audience: the claim aud of a token for this service",
    ...{ example: "warehouse", paths: ["auth.audience"] },
    put: putTokens((audience) => ({ audience })),
  },
  {
    message: "The address of the issuer's public keys (JWKS)",
    ...{ example: "https://id.example.org/keys", paths: ["auth.jwks"] },
    proposal: ({ answers }) =>
      `${tokenAuthIn(answers).issuer.replace(/\/$/, "")}/.well-known/jwks.json`,
    put: putTokens((jwks) => ({ jwks })),
  },
  {
    message: "The claims with the caller's name. The service uses the first one that a token has.",
    ...{ example: "device, sub", proposal: () => "sub", paths: ["auth.nameClaims"] },
    put: putTokens((text) => ({ nameClaims: wordsIn(text) })),
  },
  {
    message: "Claims that a token must have, if any. Amazon Cognito needs token_use=access.",
    ...{ example: "token_use=access", isOptional: true, paths: ["auth.requiredClaims"] },
    put: putTokens((text) => ({ requiredClaims: claimsFrom(text) })),
  },
];

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
  ...tokenQuestions.map(
    (question, at): Question => ({
      ...question,
      id: `auth.token${at}`,
      isAsked: ({ given }) => given.auth === "jwt",
    }),
  ),
];
