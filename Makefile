# `make EXE=name` builds the engine as `name`, as OpenBench asks for it.
EXE ?= sakdi
ifeq ($(OS),Windows_NT)
    override EXE := $(EXE:.exe=).exe
endif

.PHONY: all
all:
	cargo rustc --release --bin sakdi -- --emit link=$(EXE)
