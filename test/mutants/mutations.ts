import { type Node, parseSync, Visitor } from "oxc-parser";

/** A small change of a source text that a test should notice: the text from `start` to `end` is replaced. */
export type Mutation = {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly operator: string;
};

const swappedOperators: Readonly<Record<string, string>> = {
  ...{ "+": "-", "-": "+", "*": "/", "/": "*", "%": "*" },
  ...{ "<": "<=", "<=": "<", ">": ">=", ">=": ">" },
  ...{ "===": "!==", "!==": "===", "==": "!=", "!=": "==" },
  ...{ "&&": "||", "||": "&&", "??": "&&" },
  ...{ "+=": "-=", "-=": "+=", "??=": "=", "||=": "=", "&&=": "=" },
};

/** All mutations of a TypeScript source, in the order of the text. */
export const mutationsOf = (file: string, source: string): readonly Mutation[] => {
  const found: Mutation[] = [];
  const literalTypes = new Set<Node>();
  const replace = (operator: string, { start, end }: Node, replacement: string) =>
    found.push({ start, end, replacement, operator });
  const textOf = ({ start, end }: Node): string => source.slice(start, end);

  const swapOperator = (node: Node & { operator: string; left: Node; right: Node }) => {
    const other = swappedOperators[node.operator];
    if (other === undefined) return;
    const start = source.indexOf(node.operator, node.left.end);
    const end = start + node.operator.length;
    if (end > node.right.start) return;
    found.push({ start, end, replacement: other, operator: `${node.operator} becomes ${other}` });
  };
  const negate = (test: Node) => replace("condition negated", test, `!(${textOf(test)})`);
  const removeElements = (elements: readonly (Node | null)[]) => {
    for (const element of elements) if (element) replace("element removed", element, "...[]");
  };

  new Visitor({
    BinaryExpression: swapOperator,
    LogicalExpression: swapOperator,
    AssignmentExpression: swapOperator,
    IfStatement: ({ test }) => negate(test),
    ConditionalExpression: ({ test }) => negate(test),
    WhileStatement: ({ test }) => replace("loop never entered", test, "false"),
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
    ArrayExpression: ({ elements }) => removeElements(elements),
  }).visit(parseSync(file, source).program);
  return found.toSorted((one, other) => one.start - other.start);
};

/** The source with one mutation. */
export const applyMutation = (source: string, { start, end, replacement }: Mutation): string =>
  source.slice(0, start) + replacement + source.slice(end);
