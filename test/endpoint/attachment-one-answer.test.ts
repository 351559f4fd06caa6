import { describeOneAnswer } from "../support/one-answer.ts";
import { refusables } from "../support/refusable.ts";

// Runs under every rule of the cap: the sites' own, and the variants'.
describeOneAnswer(refusables.ofAttachments);
