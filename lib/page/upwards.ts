/** The way from files one level below a path to where paths begin: `../..` for `/v1/app`. */
export const upwards = (path: string): string =>
  path
    .split("/")
    .slice(1)
    .map(() => "..")
    .join("/");
