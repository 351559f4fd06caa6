import { type Node, parseSync, Visitor } from "oxc-parser";

/** A source text with one small change that a test should notice. */
export type Mutant = {
  readonly file: string;
  readonly source: string;
  readonly mutated: string;
  /** File, change, and line with the replaced text in ⟦ ⟧. A change of other lines keeps it. */
  readonly name: string;
};

const swappedOperators: Readonly<Record<string, string>> = {
  ...{ "+": "-", "-": "+", "*": "/", "/": "*", "%": "*", "+=": "-=", "-=": "+=" },
  ...{ "<": "<=", "<=": "<", ">": ">=", ">=": ">", "===": "!==", "!==": "===" },
  ...{ "&&": "||", "||": "&&", "??": "&&", "??=": "=", "||=": "=" },
};

/** All mutants of a TypeScript source. */
export const mutantsOf = (file: string, source: string): readonly Mutant[] => {
  const mutants: Mutant[] = [];
  const literalTypes = new Set<Node>();
  type Span = { readonly start: number; readonly end: number };
  const textOf = ({ start, end }: Span): string => source.slice(start, end);
  const replace = (change: string, span: Span, replacement: string) => {
    const [before, after] = [source.slice(0, span.start), source.slice(span.end)];
    const marked = `${before}⟦${textOf(span)}⟧${after}`;
    const [line = ""] = marked.slice(before.lastIndexOf("\n") + 1).split("\n");
    const name = `${file} | ${change} | ${line.trim()}`;
    const mutated = before + replacement + after;
    // Of `a ?? b ?? c` no operator can be replaced without parentheses.
    if (parseSync(file, mutated).errors.length > 0) return;
    mutants.push({ file, source, mutated, name });
  };
  type Operation = { readonly operator: string; readonly left: Span; readonly right: Span };
  const swapOperator = ({ operator, left, right }: Operation) => {
    const swapped = swappedOperators[operator];
    const start = left.end + source.slice(left.end, right.start).indexOf(operator);
    const span = { start, end: start + operator.length };
    if (swapped) replace(`${operator} becomes ${swapped}`, span, swapped);
  };
  const negate = ({ test }: { readonly test: Span }) =>
    replace("condition negated", test, `!(${textOf(test)})`);

  new Visitor({
    BinaryExpression: swapOperator,
    LogicalExpression: swapOperator,
    AssignmentExpression: swapOperator,
    IfStatement: negate,
    ConditionalExpression: negate,
    UnaryExpression: (node) => {
      if (node.operator === "!") replace("! removed", node, textOf(node.argument));
    },
    TSLiteralType: ({ literal }) => literalTypes.add(literal),
    Literal: (node) => {
      if (typeof node.value === "boolean" && !literalTypes.has(node))
        replace("boolean flipped", node, String(!node.value));
    },
    ExpressionStatement: (node) => replace("statement removed", node, ";"),
    ThrowStatement: (node) => replace("throw removed", node, ";"),
    AwaitExpression: (node) => replace("await removed", node, textOf(node.argument)),
    ArrayExpression: ({ elements }) => {
      for (const element of elements) if (element) replace("element removed", element, "...[]");
    },
  }).visit(parseSync(file, source).program);
  return mutants;
};
