import { expect, test } from "vitest";
import { meaningOf as ofSqlServer } from "#lib/erp/mssql.ts";
import { meaningOf as ofMysql } from "#lib/erp/mysql.ts";
import { meaningOf as ofPostgresql } from "#lib/erp/postgresql.ts";

test.each([
  ["a statement that the driver cancelled", { code: "ETIMEOUT" }, "late"],
  ["a login that failed", { number: 18_456 }, "credentials"],
  ["a text that is no day", { number: 241 }, "value"],
  ["a day out of range", { number: 242 }, "value"],
  ["a smallint that overflows", { number: 244 }, "value"],
  ["a text that is no number", { number: 245 }, "value"],
  ["an int that overflows", { number: 248 }, "value"],
  ["a parameter of another type", { number: 8_114 }, "value"],
  ["a sum that overflows", { number: 8_115 }, "value"],
  ["a text that is no uniqueidentifier", { number: 8_169 }, "value"],
  ["a view that is missing", { number: 208 }, undefined],
])("of SQL Server %s is %o: %s", (_, error, meaning) => expect(ofSqlServer(error)).toBe(meaning));

test.each([
  ["a statement that took too long in MySQL", { errno: 3024, fatal: true }, "late"],
  ["a statement that took too long in MariaDB", { errno: 1969 }, "late"],
  ["a login that failed", { errno: 1045, fatal: true }, "credentials"],
  ["a day that does not exist", { errno: 1525 }, "value"],
  ["a value out of range", { errno: 1264, sqlState: "22003" }, "value"],
  ["a division by zero", { errno: 1365, sqlState: "22012" }, undefined],
  ["a connection that broke", { fatal: true }, "lost"],
  ["a view that is missing", { errno: 1146, sqlState: "42S02" }, undefined],
])("of MySQL and MariaDB %s is %o: %s", (_, error, meaning) =>
  expect(ofMysql(error)).toBe(meaning),
);

test.each([
  ["a statement that took too long", { code: "57014", severity: "ERROR" }, "late"],
  ["a password that is wrong", { code: "28P01", severity: "FATAL" }, "credentials"],
  ["a role that may not sign in", { code: "28000", severity: "FATAL" }, "credentials"],
  ["a value out of range", { code: "22003", severity: "ERROR" }, "value"],
  ["a division by zero", { code: "22012", severity: "ERROR" }, undefined],
  ["a server that shuts down", { code: "57P01", severity: "FATAL" }, "lost"],
  ["a server that panics", { code: "XX000", severity: "PANIC" }, "lost"],
  ["a connection that broke", {}, "lost"],
  ["a view that is missing", { code: "42P01", severity: "ERROR" }, undefined],
])("of PostgreSQL %s is %o: %s", (_, error, meaning) => expect(ofPostgresql(error)).toBe(meaning));
