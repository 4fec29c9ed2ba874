/** Words in 繁體, made by scripts/traditional_files.ts of a file in 简体. */
declare module '*/common?traditional' {
  export const common: Readonly<Record<string, string>>;
}
