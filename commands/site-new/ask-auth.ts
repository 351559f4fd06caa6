import type { SiteAnswers } from "./answers.ts";
import { askChoice, askText, askTexts, type TextQuestion } from "./ask.ts";

type TokenAuth = Extract<SiteAnswers["auth"], { scheme: "jwt" }>;

const splitWords = (text: string) => text.split(/[\s,;]+/).filter((word) => word !== "");

const askKeys = (answers: SiteAnswers) =>
  askText(
    {
      message:
        "What are the names of the devices or persons? Each gets its own key (npm run keys).",
      ...{ example: "scanner-1, desk-1", initial: "scanner-1", paths: ["auth"] },
      put: (text, all) => ({
        ...all,
        auth: { scheme: "apiKey", keys: splitWords(text), allowed: false },
      }),
    },
    answers,
  );

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

const tokenAuthIn = ({ auth }: SiteAnswers): TokenAuth =>
  auth.scheme === "jwt" ? auth : exampleTokenAuth;

const putTokens =
  (change: (text: string) => Partial<TokenAuth>): TextQuestion["put"] =>
  (text, all) => ({ ...all, auth: { ...tokenAuthIn(all), ...change(text) } });

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

const askTokens = async (answers: SiteAnswers): Promise<SiteAnswers> => {
  const issued = await askText(
    {
      message: "The issuer: the address in the claim iss of a token",
      ...{ example: "https://id.example.org", paths: ["auth.issuer"] },
      put: putTokens((issuer) => ({ issuer })),
    },
    { ...answers, auth: exampleTokenAuth },
  );
  const { issuer } = tokenAuthIn(issued);
  return askTexts(
    [
      {
        message: "The audience: the claim aud of a token for this service",
        ...{ example: "warehouse", paths: ["auth.audience"] },
        put: putTokens((audience) => ({ audience })),
      },
      {
        message: "The address of the issuer's public keys (JWKS)",
        example: "https://id.example.org/keys",
        ...{ initial: `${issuer.replace(/\/$/, "")}/.well-known/jwks.json`, paths: ["auth.jwks"] },
        put: putTokens((jwks) => ({ jwks })),
      },
      {
        message:
          "The claims with the caller's name. The service uses the first one that a token has.",
        ...{ example: "device, sub", initial: "sub", paths: ["auth.nameClaims"] },
        put: putTokens((text) => ({ nameClaims: splitWords(text) })),
      },
      {
        message: "Claims that a token must have, if any. Amazon Cognito needs token_use=access.",
        ...{ example: "token_use=access", isOptional: true, paths: ["auth.requiredClaims"] },
        put: putTokens((text) => ({ requiredClaims: claimsFrom(text) })),
      },
    ],
    issued,
  );
};

/** Asks how callers authenticate. */
export const askAuth = async (answers: SiteAnswers): Promise<SiteAnswers> => {
  const scheme = await askChoice(
    "10/12 How do callers identify themselves? Choose tokens for a live site, keys for a trial.",
    [
      ["apiKey", "API keys: each device or person has a fixed key in API Gateway"],
      ["jwt", "Tokens: your identity provider signs them, and they expire"],
      ["iam", "IAM: AWS credentials sign each request"],
      ["none", "No credentials: only on a laptop"],
    ],
  );
  if (scheme === "apiKey") return askKeys(answers);
  if (scheme === "jwt") return askTokens(answers);
  const auth = scheme === "iam" ? ({ scheme, allowed: false } as const) : ({ scheme } as const);
  return { ...answers, auth };
};
