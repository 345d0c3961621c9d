#!/usr/bin/env node
void require('../dist/cli.cjs').runProcess();
