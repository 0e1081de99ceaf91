// Prints the given files without types, as JSON (see browser-code.ts).
import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';

const sources = process.argv.slice(2).map((file) => readFileSync(file, 'utf8'));
process.stdout.write(JSON.stringify(sources.map((source) => stripTypeScriptTypes(source))));
