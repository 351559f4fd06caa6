type Props = Readonly<Record<string, unknown>> & { readonly children?: Drawn };
/** What the page's components return. They have no state of their own, so this is all that a browser would show. */
type Drawn =
  | { readonly type: string | ((props: object) => Drawn); readonly props: Props }
  | readonly Drawn[]
  | string
  | number
  | boolean
  | null
  | undefined;

/** An element of the page: its properties, and the text in it. */
export type DrawnElement = {
  readonly type: string;
  readonly props: Props;
  readonly parent: DrawnElement | undefined;
  text: string;
};

/** Every element of the page, in its order. */
export const elementsOf = (page: Drawn): readonly DrawnElement[] => {
  const elements: DrawnElement[] = [];
  const visit = (part: Drawn, parent: DrawnElement | undefined): void => {
    if (part === null || part === undefined || typeof part === "boolean") return;
    if (typeof part === "string" || typeof part === "number") {
      for (let around = parent; around; around = around.parent) around.text += part;
    } else if (Array.isArray(part)) for (const one of part) visit(one, parent);
    else if ("type" in part) {
      const { type, props } = part;
      if (typeof type === "function") visit(type(props), parent);
      else {
        const element = { type, props, parent, text: "" };
        elements.push(element);
        visit(props.children, element);
      }
    }
  };
  visit(page, undefined);
  return elements;
};

/** The test of a selector: a tag, an attribute with its value, and `:enabled`. */
const isSelected = (selector: string) => {
  const [, tag, name = "", value, enabled] =
    /^(?:nav )?(\w+)?(?:\[([\w-]+)="([^"]*)"\])?(:enabled)?$/.exec(selector) ?? [];
  const isInNav = selector.startsWith("nav ");
  return ({ type, props, parent }: DrawnElement) =>
    (!tag || tag === type) &&
    (name === "" || props[name] === value) &&
    (!isInNav || parent?.type === "nav") &&
    !(enabled && props.disabled);
};

export const findIn = (
  elements: readonly DrawnElement[],
  selector: string,
): DrawnElement | undefined => elements.find(isSelected(selector));
