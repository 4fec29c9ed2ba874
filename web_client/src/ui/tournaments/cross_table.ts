/**
 * The rows of the server's CSV (RFC 4180), whose cells may be quoted. The apostrophe that keeps spreadsheets from taking
 * a name for a formula is left out.
 */
export const crossTable = (csv: string): readonly (readonly string[])[] =>
  csv
    .trimEnd()
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain = '']) =>
        quoted === undefined ? plain : quoted.replaceAll('""', '"').replace(/^'(?=[=+@\-\t\r])/, ''),
      ),
    );
